/**
 * `attachment` with this file name, for any name: the plain parameter for old clients, in letters that none of them
 * takes for anything else, and RFC 8187's for the others.
 */
export function attachmentNamed(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w .()[\]+,=@-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(fileName.replaceAll(/\p{Cs}/gu, ''))}`;
}

/** Percent-encodes what RFC 5987 does not list as an attr-char; more than `encodeURIComponent` does. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
