/** Words that say nothing about the subject of a question. */
const stopWords = new Set(
  `a an the and or but so of to in on at by for from with about as into than then that this these those there here it its
  it's is are am was were be been being do does did done doing have has had having can could will would shall should may
  might must i i'm i'd i'll i've me my mine we we're our us you you're your yours he she they them their his her who whom what
  what's which when where how why whether if not no yes yeah ok okay please thanks thank hi hello hey um uh well like just
  want wanted need know tell say ask wondering wonder question guys get got go going any some anything something everything
  much many also too very really actually right now today one ones other more most still let make take takes give offer offers
  provide available possible able called call sure thing things kind mean because while before after kinda gonna gotta wanna sorta dunno kind sort oh exactly calling see again please happen happens happening situation time times day morning afternoon anyone someone anybody somebody`.split(
    /\s+/,
  ),
);

/** Different words for one subject, written as stems: the key is what stands for all of them. */
const families: Readonly<Record<string, string>> = {
  child: 'kid kids children daughter son toddler baby babies pediatric teen teenager teenagers',
  price: 'cost costs pricing fee fees charge charges rate rates expensive cheap dollar dollars quote',
  open: 'hour hours opening opened close closed closes closing opens',
  locate: 'address located location directions situated',
  park: 'parking parked car garage lot',
  insurance: 'insurances insured insurer coverage cover covers covered',
  pay: 'payment payments paying paid pays cash card credit debit visa mastercard installment installments financing',
  doctor: 'dr doctors dentist dentists physician',
  appointment: 'appointments visit visits booking bookings slot slots',
  clean: 'cleaning cleanings cleaned hygiene',
  wheelchair: 'disabled disability accessible accessibility handicap handicapped ramp step-free',
  xray: 'x-ray x-rays xrays radiograph',
  cancel: 'cancelling canceling cancelled canceled cancellation cancellations missed miss',
  whiten: 'whitening whitened bleach bleaching',
  speak: 'speaks spoken language languages',
  bus: 'buses transit subway metro',
  elevator: 'lift elevators',
  holiday: 'holidays christmas thanksgiving easter',
  sedation: 'anesthesia anaesthesia gas numb numbing sedated',
  bring: 'document documents paperwork forms id',
  late: 'running delayed',
  manager: 'owner owns boss runs',
  weekday: 'weekdays',
  saturday: 'saturdays weekend weekends',
};

const canonical = new Map(
  Object.entries(families).flatMap(([head, others]) => [head, ...others.split(' ')].map((word) => [stem(word), head])),
);

/** A crude English stem: enough to join "crowns" with "crown" and "accepting" with "accept". */
function stem(word: string): string {
  let root = word.replace(/'s$|'$/, '');
  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2);
  else if (root.length > 4 && /(s|x|ch|sh)es$/.test(root)) root = root.slice(0, -2);
  else if (root.length > 3 && root.endsWith('s') && !root.endsWith('ss')) root = root.slice(0, -1);
  if (root.length > 3 && /([^aeiouls])\1$/.test(root)) root = root.slice(0, -1);
  return root.length > 4 && root.endsWith('e') ? root.slice(0, -1) : root;
}

/** "Where are you?" names its subject by no word of its own; nor does a heading such as "Where to find us". */
const asksWhere =
  /\bwhere (are|is|'re|'s)? ?(you|we|y'all|your|our|the) ?(guys|all|folks|people|office|practice|clinic|place|shop|store|building|business)?( located| based| at)?( exactly)?(?=[^\w\s']|$|\n)|\b(where|how) (to|do i|can i|could i|would i|do we|can we) (find|get to|come to) (you|us)\b/;

/** The subject words of a text, each as the stem that stands for its family. */
export function termsOf(text: string): Set<string> {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\bx rays?\b/g, 'x-ray');
  const found = new Set<string>();
  const rest = plain.replace(asksWhere, ' ');
  if (rest !== plain) found.add('locate');
  for (const word of rest.match(/[\p{L}\d][\p{L}\d'-]*/gu) ?? []) {
    if (stopWords.has(word) || (word.length < 2 && !/\d/.test(word))) continue;
    const root = stem(word);
    found.add(canonical.get(root) ?? root);
  }
  if (/\$\s?\d|how much|what'?s the charge/.test(plain)) found.add('price');
  return found;
}
