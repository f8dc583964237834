/** Set by the server if its public URL is configured. */
const known = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? '';

/** Returns the full URL of a path for programs elsewhere: from `PUBLIC_BASE_URL`, else from the origin of this page. */
export const publicAddress = (path: string): string =>
  new URL(path, known.startsWith('http') ? known : window.location.origin).href;
