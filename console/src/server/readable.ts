/** The API names fields as programs know them: "body time_window.end: must be …" becomes "Time window end must be …". */
export const readable = (detail: string): string =>
  detail
    .split(/; (?=(?:body|query|address|form) )/)
    .map((part) =>
      part.replace(/^(?:body|query|address|form) ([\w.]+): (?=must|may|is|has|needs)/, (_, path: string) => {
        const words = path.replace(/\.(\d+)/g, (__, index: string) => ` #${Number(index) + 1}`).replace(/[._]/g, ' ');
        return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} `;
      }),
    )
    .join('; ')
    .replace(/([^.!?…])$/, '$1.');
