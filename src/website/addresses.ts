/** Parameters that tell visitors apart and not pages. */
const tracking = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id|phpsessid|jsessionid|sid|ref)$/i;
/** Files that are not pages. */
const otherFile =
  /\.(?:avi|bin|bmp|bz2|css|csv|dmg|docx?|eot|exe|gif|gz|ico|iso|jpe?g|js|json|m4a|mov|mp[34]|msi|ogg|pdf|png|pptx?|rar|rss|svg|tar|tiff?|ttf|wav|webm|webp|woff2?|xlsx?|xml|zip|7z)$/i;

const bareHost = ({ host }: URL): string => host.replace(/^www\./, '');

/** Returns whether an address is of the same site. */
export const isSameSite = (address: string, start: URL): boolean => bareHost(new URL(address)) === bareHost(start);

/** Returns the address by which a page is known: without fragment and parameters of visitors, the rest in order. */
export function plainAddress(address: string): string {
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name);
  url.searchParams.sort();
  if (url.search === '?') url.search = '';
  return url.href;
}

/** Longer addresses are traps for programs. */
export const mostCharactersOfAddress = 2000;

export const isPageAddress = (address: string): boolean =>
  address.length <= mostCharactersOfAddress && !otherFile.test(new URL(address).pathname);
