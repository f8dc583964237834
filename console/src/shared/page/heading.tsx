import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

interface Heading {
  readonly text: string | undefined;
  readonly show: (text: string | undefined) => void;
}

const HeadingContext = createContext<Heading>({ text: undefined, show: () => undefined });

/** Provides the heading of the page for the breadcrumbs and the tab title. */
export function HeadingProvider({ children }: { readonly children: ReactNode }) {
  const [text, show] = useState<string>();
  return <HeadingContext value={{ text, show }}>{children}</HeadingContext>;
}

export const useHeading = (): string | undefined => useContext(HeadingContext).text;

/** Sets the heading while the page is shown. */
export function useShownHeading(text: string): void {
  const { show } = useContext(HeadingContext);
  useEffect(() => {
    show(text);
    return () => show(undefined);
  }, [text, show]);
}
