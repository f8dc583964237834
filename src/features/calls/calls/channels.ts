/** The line of calls from pages of websites, as calls name it. */
export const websiteLine = 'website';
/** The line of conversations in writing on such pages. They are calls without sound. */
export const writtenLine = 'website_chat';
export const websiteLines: readonly string[] = [websiteLine, writtenLine];

/** How a call of this server came: by telephone, or from a page of a website, spoken or in writing. */
export const channels = ['phone', 'website', 'chat'] as const;
export type Channel = (typeof channels)[number];

/** Returns the channel of a call by the name of its line. */
export const channelOf = (dialect: string): Channel =>
  dialect === writtenLine ? 'chat' : dialect === websiteLine ? 'website' : 'phone';
