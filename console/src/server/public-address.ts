/** Set by the server where it knows under which address others reach it. */
const known = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? '';

/** The whole address of a path, as programs elsewhere use it: from `PUBLIC_BASE_URL`, else where this page is from. */
export const publicAddress = (path: string): string =>
  new URL(path, known.startsWith('http') ? known : window.location.origin).href;
