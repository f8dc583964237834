import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of a trade with pages of 3 to 4 kB, of which each links to the next twenty. */
export async function startSite(pages: number): Promise<{ readonly url: string; served(): number; close(): void }> {
  const served = new Set<number>();
  const server = createServer((request, response) => {
    const number = Number(/^\/item\/(\d+)$/.exec(request.url ?? '')?.[1] ?? (request.url === '/' ? 0 : Number.NaN));
    if (!(number >= 0 && number < pages)) return response.writeHead(404).end();
    served.add(number);
    const body = pageOf(number, pages);
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    served: () => served.size,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pageOf(number: number, pages: number): string {
  const links = Array.from({ length: 20 }, (_, i) => number * 20 + i + 1).filter((to) => to < pages);
  const paragraphs = Array.from(
    { length: 12 },
    (_, i) =>
      `<p>Lamp ${number} of series ${i} weighs ${100 + number + i} grams and costs ${20 + ((number * 7 + i) % 90)} euros. It was designed in ${1950 + ((number + i) % 70)} and is made in workshop ${i + 1}.</p>`,
  );
  const rows = Array.from({ length: 8 }, (_, i) => `<tr><td>Colour ${i}</td><td>${number * 3 + i}</td></tr>`);
  return `<!doctype html><html><head><title>Lamp ${number}</title></head><body><nav><a href="/">Home</a></nav><main><h1>Lamp ${number}</h1>${paragraphs.join('')}<table><tr><th>Colour</th><th>In stock</th></tr>${rows.join('')}</table>${links.map((to) => `<a href="/item/${to}">Lamp ${to}</a>`).join(' ')}</main><footer>Lamps since 1950</footer></body></html>`;
}
