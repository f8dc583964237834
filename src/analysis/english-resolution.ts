const participles =
  'booked|reserved|confirmed|scheduled|cancell?ed|updated|processed|sent|submitted|ordered|completed?|changed|added|created|made|transferred|credited|replaced|fixed|resolved|refunded|activated|purchased|paid|done|ready|successful(?:ly)?|set';
/** The agent says that it is done: "your table has been reserved", "I've sent it", "it went through". */
export const done = new RegExp(
  `\\b(?:(?:your|the|it|it's|that|that's|this|everything|all|reservation|appointment|booking|payment|order|ticket)\\b[^.?!]{0,60}?\\b(?:has|have|is|are|was|were|been|'s)?\\s*(?:all |now |already |just |been |successfully )*\\b(?:${participles})\\b|i(?:'ve| have| just)?\\s+(?:already |just |successfully |gone ahead and )*(?:booked|reserved|confirmed|scheduled|cancell?ed|updated|processed|sent|submitted|ordered|changed|added|made|transferred|credited|refunded|activated|reset|purchased)|successful(?:ly)?|all set|taken care of|went through|on (?:its|the|your) way)\\b`,
  'i',
);
/** It was tried, and did not work. "I cannot imagine" does not count. */
export const undone = new RegExp(
  `\\b(?:(?:i|we)(?: was|'m| am| were| are)? ?(?:not able|n't able|unable|could(?: not|n't)|cannot|can't|can not|failed)(?: to)? (?:also )?(?:find|book|make|reserve|complete|process|schedule|do (?:that|it|this)|get|change|cancel|confirm|offer|help|transfer|add|update|locate|place|proceed|provide)|(?:wasn't|weren't|was not|were not|am not|is not|isn't) able to|(?:was|were|is|are|been)(?: not|n't) (?:${participles}|possible|available)|unsuccessful(?:ly)?|(?:has|have|just) failed|(?:booking|reservation|payment|transfer|transaction|order|purchase|it) (?:failed|was declined)|is unavailable|are no |were no |there (?:is|was) an? (?:error|problem|issue)|fully booked|sold out)`,
  'i',
);
export const denial =
  /\b(?:(?:still|does|do|did|has|have|is|was)\s?(?:not|n't|n’t)\s+(?:work|help|fix|right|what|arrive|solve|been)|still (?:not|doesn|isn|no|waiting|broken)|not (?:working|what i)|that'?s (?:wrong|not (?:right|it|what)))/i;
export const request =
  /\b(?:i(?:'d| would) like|i(?:'m| am) (?:calling|looking|trying|having)|i (?:want|need|have|lost|can'?t|cannot|wanted)|can (?:you|i)|could (?:you|i)|please|help me|how (?:do|can|much|many)|what(?:'s| is| are)|when|where|is (?:there|it)|my \w+ (?:is|has|was|does))\b/i;
