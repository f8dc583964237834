const pageRows = 100;

/** Returns a list with the rows of all pages. */
export async function wholeList<P extends { readonly total: number }>(
  ask: (page: { readonly limit: number; readonly offset: number }) => Promise<P>,
): Promise<P> {
  const whole: P = { ...(await ask({ limit: pageRows, offset: 0 })) };
  for (let offset = pageRows; offset < whole.total; offset += pageRows) {
    const page = await ask({ limit: pageRows, offset });
    for (const key of Object.keys(page) as (keyof P)[]) {
      const [before, more] = [whole[key], page[key]];
      if (Array.isArray(before) && Array.isArray(more)) whole[key] = [...before, ...more] as P[typeof key];
    }
  }
  return whole;
}
