/** Texts of the widget in the languages of the console; `client/widget-build.ts` selects them. */
declare module 'virtual:widget-texts' {
  const packs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  export default packs;
}
