/** What companies are called after their names. */
const legal =
  'Incorporated|Inc\\.?|Limited|Ltd\\.?|plc|PLC|P\\.L\\.C\\.|Corporation|Corp\\.?|LLC|L\\.L\\.C\\.|AG|SE|S\\.E\\.|KGaA|GmbH|N\\.?V\\.?|B\\.V\\.|S\\.A\\.(?: de C\\.V\\.)?|SA|S\\.p\\.A\\.|SpA|AB|ASA|Oyj|A/S|K\\.K\\.|Berhad|Tbk|Pty\\.? Ltd\\.?|Pvt\\.? Ltd\\.?|Private Limited|Co\\.,? Ltd\\.?';
const word = "(?:\\p{Lu}[\\p{L}\\d&.'’-]*|[\\d]+\\p{Lu}\\w*|&|and|of|de|du|der|the)";
const named = new RegExp(`(\\p{Lu}[\\p{L}\\d&.'’-]*(?:\\s+${word}){0,5}?,?\\s+(?:${legal}))(?![\\p{L}\\d])`, 'gu');
const leading =
  /^(?:(?:the|our|of|for|and|by|at|in|to|from|with|since|shares|subsidiary|auditors?|parent|consolidated|annual|report|board|directors|members|shareholders|independent|financial|statements|group|company)\s+)+(?=\p{Lu})/iu;
/** They audit and advise others. */
const auditors = /\b(?:LLP|Deloitte|KPMG|PricewaterhouseCoopers|PwC|Ernst|EY|Grant Thornton|BDO)\b/;

/** Names of companies in a text, known by their legal forms. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(named)]
    .map(([, name]) => tidyName((name as string).replace(leading, '')))
    .filter((name) => !auditors.test(name) && baseOf(name) !== '');

const reporting =
  /\b(?:(?:integrated|annual|sustainability|quarterly|interim|half[- ]year(?:ly)?|financial|management|directors[’']?|consolidated|corporate|responsibility|governance|ESG|impact|audited|unaudited|condensed|full[- ]year)\b[\s&,]*(?:and\s+)?)*(?:reports?|reviews?|accounts|results|statements?|presentation|form\s+10-?[kq]|prospectus)\b(?:\s+(?:and|&|to)\s+(?:financial\s+|the\s+)?(?:accounts|statements?|shareholders|members))?|\b(?:for\s+the\s+)?(?:(?:financial|fiscal)\s+)?(?:year|quarter|period|half[- ]year|months)\s+(?:ended|ending)\b.*$|\b(?:FY\s*)?(?:19|20)\d\d(?:\s*[-–/]\s*\d{2,4})?\b|\bFY\s*\d\d\b|\b[QH][1-4]\b|\bpage\s+\d+(?:\s+of\s+\d+)?|\b\d+\s*$/giu;

/** A line without what reports call themselves: "Acme Annual Report 2024" is "Acme". */
export const reportWords = (line: string): string =>
  tidyName(
    line
      .replaceAll(reporting, ' ')
      .replace(/^\s*\d+\s+/, '')
      .replace(/\b(?:for|of|the|and|our|on|in|to)\s*$/i, ''),
  );

export const tidyName = (name: string): string =>
  name
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,.;:|–—-]+/, '')
    .replace(/[\s,;:|–—-]+$/, '')
    .replace(/^the\s+(?=\p{Lu})/iu, '')
    .replace(/['’]s$/, '')
    .trim();

const ending = new RegExp(`,?\\s+(?:${legal})$`, 'u');
const generic =
  /^(?:(?:the )?(?:industry|market|economy|world|sector|government|country|team|minutes.*|future|year|people|planet|investors?|shareholders?)|contents|notes?|introduction|overview|strategy|highlights|governance|chairman|letter|financials?|consolidated|statement|risk|summary|appendix|draft|confidential|untitled|document\d*|microsoft word.*|report|group|company|directors|strategic|performance|our .*|about .*|table of contents|january|february|march|april|may|june|july|august|september|october|november|december|internal|memo(?:randum)?|minutes.*|agenda|index|annex.*|section.*|chapter.*|part.*|key figures|at a glance)$/i;

/** What of a name is the same however it is written: without legal form, in small letters; empty where it names nobody. */
export function baseOf(name: string): string {
  const base = tidyName(tidyName(name).replace(ending, '').replace(ending, '')).toLowerCase();
  return generic.test(base) ? '' : base.replaceAll('’', "'");
}
