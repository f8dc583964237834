import { cardinal, decimal, figurePattern, isOne } from './numbers.ts';
import { type Rule, say } from './rule.ts';

interface Currency {
  readonly one: string;
  readonly many: string;
  readonly cent: string;
  readonly cents: string;
}

const dollar = { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' };
const euro = { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' };
const pound = { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' };
const rupee = { one: 'rupee', many: 'rupees', cent: 'paisa', cents: 'paise' };
const yen = { one: 'yen', many: 'yen', cent: 'sen', cents: 'sen' };

const currencies: Readonly<Record<string, Currency>> = {
  $: dollar,
  US$: dollar,
  USD: dollar,
  '€': euro,
  EUR: euro,
  '£': pound,
  GBP: pound,
  '₹': rupee,
  INR: rupee,
  Rs: rupee,
  'Rs.': rupee,
  '¥': yen,
  JPY: yen,
};

const large: Readonly<Record<string, string>> = {
  k: 'thousand',
  m: 'million',
  mn: 'million',
  bn: 'billion',
  b: 'billion',
};
const symbols = String.raw`(US\$|\$|€|£|₹|¥|USD|EUR|GBP|INR|JPY|Rs\.?)`;
const scale = String.raw`(?:\s?(hundred|thousand|lakh|crore|million|billion|trillion)\b|(k|mn?|bn?)\b)?`;

/** $12.50, €1.5 million, Rs. 500, -$3, $5-10, $20/month. */
const symbolFirst: Rule = {
  pattern: new RegExp(
    String.raw`([-−]?)${symbols}\s?(${figurePattern})${scale}(?:\s?[-–]\s?(${figurePattern})${scale}(?![\d/]))?(/(?=\p{L}))?`,
    'iuy',
  ),
  figure: true,
  read: ([, minus, sign = '', amount = '', word, letter, to, toWord, toLetter, per]) => {
    const currency = currencyOf(sign);
    if (currency === undefined) return undefined;
    const size = word ?? large[letter?.toLowerCase() ?? ''];
    const toSize = toWord ?? large[toLetter?.toLowerCase() ?? ''];
    const range = to === undefined ? '' : `${scaled(amount, size)} to `;
    const line = `${minus === '' ? '' : 'minus '}${range}${amountWords(to ?? amount, to === undefined ? size : toSize, currency)}`;
    return say(per === undefined ? line : `${line} per`);
  },
};

/** 12.50 € and 500 USD; 12,50 is not supported. */
const symbolLast: Rule = {
  pattern: new RegExp(String.raw`(${figurePattern})\s?(€|£|₹|¥|USD\b|EUR\b|GBP\b|INR\b)`, 'uy'),
  figure: true,
  read: ([, amount = '', sign = '']) => {
    const currency = currencyOf(sign);
    return currency === undefined ? undefined : say(amountWords(amount, undefined, currency));
  },
};

const centSign: Rule = {
  pattern: new RegExp(String.raw`(${figurePattern})\s?¢`, 'uy'),
  figure: true,
  read: ([, amount = '']) => say(`${decimal(amount)} ${isOne(amount) ? 'cent' : 'cents'}`),
};

const currencyOf = (sign: string): Currency | undefined => currencies[sign] ?? currencies[sign.toUpperCase()];

const scaled = (amount: string, size: string | undefined): string =>
  size === undefined ? decimal(amount) : `${decimal(amount)} ${size.toLowerCase()}`;

function amountWords(amount: string, size: string | undefined, currency: Currency): string {
  if (size !== undefined) return `${scaled(amount, size)} ${currency.many}`;
  const [whole = '0', part] = amount.replaceAll(',', '').split('.');
  if (part === undefined || /^0+$/.test(part)) return units(whole, currency.one, currency.many);
  if (part.length > 2) return `${decimal(amount)} ${currency.many}`;
  const hundredths = part.padEnd(2, '0');
  const cents = units(hundredths, currency.cent, currency.cents);
  return /^0*$/.test(whole) ? cents : `${units(whole, currency.one, currency.many)} and ${cents}`;
}

const units = (digits: string, singular: string, many: string): string =>
  `${cardinal(digits)} ${isOne(digits) ? singular : many}`;

export const moneyRules: readonly Rule[] = [symbolFirst, symbolLast, centSign];
