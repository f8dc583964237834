import { decimal, figurePattern, isOne, label } from './numbers.ts';
import { type Rule, say, spell } from './rule.ts';

const units: Readonly<Record<string, readonly [string, string]>> = {
  km: ['kilometer', 'kilometers'],
  cm: ['centimeter', 'centimeters'],
  mm: ['millimeter', 'millimeters'],
  m: ['meter', 'meters'],
  kg: ['kilogram', 'kilograms'],
  kgs: ['kilogram', 'kilograms'],
  g: ['gram', 'grams'],
  mg: ['milligram', 'milligrams'],
  mcg: ['microgram', 'micrograms'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  ft: ['foot', 'feet'],
  yd: ['yard', 'yards'],
  mi: ['mile', 'miles'],
  l: ['liter', 'liters'],
  L: ['liter', 'liters'],
  ml: ['milliliter', 'milliliters'],
  mL: ['milliliter', 'milliliters'],
  gal: ['gallon', 'gallons'],
  h: ['hour', 'hours'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  s: ['second', 'seconds'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  ms: ['millisecond', 'milliseconds'],
  mph: ['mile per hour', 'miles per hour'],
  kph: ['kilometer per hour', 'kilometers per hour'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  'm/s': ['meter per second', 'meters per second'],
  'sq ft': ['square foot', 'square feet'],
  'sq m': ['square meter', 'square meters'],
  'm²': ['square meter', 'square meters'],
  km2: ['square kilometer', 'square kilometers'],
  'km²': ['square kilometer', 'square kilometers'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  kW: ['kilowatt', 'kilowatts'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  KB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Mbps: ['megabit per second', 'megabits per second'],
  dB: ['decibel', 'decibels'],
  '%': ['percent', 'percent'],
};

const unitPattern = Object.keys(units)
  .sort((a, b) => b.length - a.length)
  .map((unit) => unit.replace('/', '\\/'))
  .join('|');

const signed = (minus: string | undefined, figure: string): string =>
  `${minus === undefined || minus === '' ? '' : 'minus '}${decimal(figure)}`;

/** 5 kg, 10km/h, 20%, 5-10 kg. A period after the unit belongs to the sentence. */
const measure: Rule = {
  pattern: new RegExp(
    String.raw`([-−]?)(${figurePattern})(?:\s?[-–]\s?(${figurePattern}))?\s?(${unitPattern})(?![\p{L}\d'’])`,
    'uy',
  ),
  figure: true,
  read: ([all, minus, from = '', to, unit = '']) => {
    // A lone "s" or "h" after a space is not a unit.
    if (/\s[sh]$/.test(all)) return undefined;
    const names = units[unit];
    if (names === undefined) return undefined;
    if (to !== undefined) return say(`${decimal(from)} to ${decimal(to)} ${names[1]}`);
    return say(`${signed(minus, from)} ${isOne(from) ? names[0] : names[1]}`);
  },
};

/** 72°F, -5 °C, 90°. */
const degrees: Rule = {
  pattern: new RegExp(String.raw`([-−]?)(${figurePattern})\s?°\s?([CF](?!\p{L}))?`, 'uy'),
  figure: true,
  read: ([, minus, figure = '', scale]) => {
    const name = scale === undefined ? '' : scale === 'C' ? ' Celsius' : ' Fahrenheit';
    return say(`${signed(minus, figure)} ${isOne(figure) ? 'degree' : 'degrees'}${name}`);
  },
};

/** 5'10" and 6'. */
const feetAndInches: Rule = {
  pattern: /(\d{1,2})['′](?:\s?(\d{1,2})(?:["″”]|''))?(?![\p{L}\d])/uy,
  figure: true,
  read: ([, feet = '', inches]) =>
    say(`${decimal(feet)} ${inches === undefined ? (isOne(feet) ? 'foot' : 'feet') : `foot ${decimal(inches)}`}`),
};

/** 10 x 12, 4x4. */
const dimensions: Rule = {
  pattern: new RegExp(String.raw`${figurePattern}(?:\s?[x×]\s?${figurePattern}){1,3}`, 'uy'),
  figure: true,
  read: ([all]) =>
    say(
      all
        .split(/[x×]/)
        .map((figure) => decimal(figure.trim()))
        .join(' by '),
    ),
};

/** 3x. */
const times: Rule = {
  pattern: new RegExp(String.raw`(${figurePattern})[x×](?![\p{L}\d])`, 'uy'),
  read: ([, figure = '']) => say(isOne(figure) ? 'once' : `${decimal(figure)} times`),
};

/** 4K, 5G, 10k, 2M: "k" and "M" are read as thousand and million, "K" and "G" as letters. */
const scaled: Rule = {
  pattern: new RegExp(String.raw`(${figurePattern})(k|K|M|G)(?![\p{L}\d])`, 'uy'),
  figure: true,
  read: ([, figure = '', letter = '']) => {
    if (letter === 'k') return say(`${decimal(figure)} thousand`);
    if (letter === 'M') return say(`${decimal(figure)} million`);
    return [...say(figure.length > 2 ? decimal(figure) : label(figure)), ...spell(letter)];
  },
};

export const measureRules: readonly Rule[] = [measure, degrees, feetAndInches, dimensions, times, scaled];
