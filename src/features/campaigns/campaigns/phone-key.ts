/**
 * Returns the key for comparing a dialled number with a flow's: the last ten digits, since providers write the same
 * number with a plus, a country code, a leading zero or none of these. Undefined if the text is not a number.
 */
export function phoneKey(number: string): string | undefined {
  const user = number
    .trim()
    .replace(/^(sips?|tel):/i, '')
    .split(/[@;]/)[0] as string;
  if (!/^[+\d\s().-]{1,32}$/.test(user)) return undefined;
  const digits = user.replaceAll(/\D/g, '');
  return digits.length < 7 || digits.length > 15 ? undefined : digits.slice(-10);
}
