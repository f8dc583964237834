import { listIn } from './list-in.ts';

/** Parses tags separated by commas. */
export const tagsIn = (text: string): string[] => listIn(text, ',');
