/**
 * Returns the value of a number in digits with separators: "1,250.50", "12,34,567", "1.250,50", "1'250". A single point
 * before three digits groups thousands only if `isComma`: the currency belongs to countries that write so.
 */
export function writtenNumber(written: string, isComma: boolean): number | undefined {
  const plain = written.replaceAll(/['’]/g, ',');
  const points = plain.split('.').length - 1;
  const commas = plain.split(',').length - 1;
  if (points === 0 && commas === 0) return Number(plain);
  if (points > 0 && commas > 0) {
    const decimal = plain.lastIndexOf('.') > plain.lastIndexOf(',') ? '.' : ',';
    const grouping = decimal === '.' ? ',' : '.';
    const [whole = '', part = ''] = cut(plain, decimal);
    return isGrouped(whole, grouping) ? Number(`${whole.replaceAll(grouping, '')}.${part}`) : undefined;
  }
  const sign = points > 0 ? '.' : ',';
  const isThousands = isGrouped(plain, sign) && (sign === ',' || points > 1 || isComma);
  if (isThousands) return Number(plain.replaceAll(sign, ''));
  return points + commas === 1 && (sign === '.' || /,\d{1,2}$/.test(plain))
    ? Number(plain.replace(',', '.'))
    : undefined;
}

const cut = (text: string, sign: string): string[] => {
  const at = text.lastIndexOf(sign);
  return [text.slice(0, at), text.slice(at + 1)];
};

/** Groups of three digits, or the last of three and the others of two as in India. */
const isGrouped = (text: string, sign: string): boolean => {
  const [first = '', ...others] = text.split(sign);
  const isFirst = first.length >= 1 && first.length <= 3 && !/^0\d/.test(first);
  const last = others.at(-1);
  const middle = others.slice(0, -1);
  return (
    isFirst &&
    last?.length === 3 &&
    (middle.every(({ length }) => length === 3) || middle.every(({ length }) => length === 2))
  );
};
