import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** White on shade 7 has a contrast of 4.8. */
const lake: MantineColorsTuple = [
  '#e5f7f8',
  '#cfecee',
  '#a0dade',
  '#6dc7cd',
  '#45b7be',
  '#2badb5',
  '#17959d',
  '#0b7f87',
  '#04686f',
  '#004f55',
];

export const theme = createTheme({
  colors: { lake },
  primaryColor: 'lake',
  primaryShade: 7,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'md',
  focusRing: 'auto',
  respectReducedMotion: true,
  headings: { fontWeight: '650' },
});

/** Mantine's own dimmed text has a contrast of 3.3. */
export const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { '--mantine-color-dimmed': '#55616a' },
  dark: { '--mantine-color-dimmed': '#a6b1b7' },
});
