/**
 * Child process that parses pages of the web, which are untrusted: it sends what it found in each and waits for the
 * next. It reaches neither files nor the network.
 */
import { yieldToOthers } from '../../media/kit/yield-to-others.ts';
import { pageContent } from '../office/page-content.ts';
import type { PageRequest } from './page-parser.ts';

const send = (message: object): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

yieldToOthers();
process.on('disconnect', () => process.exit(1));
process.on('message', (text: string) => {
  const { html, url } = JSON.parse(text) as PageRequest;
  send({ type: 'page', ...pageContent(html, url) }).catch(() => process.exit(1));
});
send({ type: 'ready' }).catch(() => process.exit(1));
