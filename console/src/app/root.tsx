import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CallProvider } from '../call/use-call.tsx';
import { RequestError } from '../server/ask.ts';
import { App } from './app.tsx';
import { Gate } from './entrance/gate.tsx';
import { readableVariables, theme } from './theme.ts';

/** Retrying a request that the server rejects would only delay the error message. */
const retry = (failures: number, error: Error): boolean =>
  failures < 1 && !(error instanceof RequestError && error.status !== undefined && error.status < 500);

/** Renders the console into the element. */
export function showConsole(root: HTMLElement): void {
  /** The server's policy allows only styles with this page's nonce. */
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  const queries = new QueryClient({ defaultOptions: { queries: { retry, refetchOnWindowFocus: false } } });
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readableVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>
          <Gate>
            <CallProvider>
              <App />
            </CallProvider>
          </Gate>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
