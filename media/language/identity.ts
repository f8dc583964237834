import { z } from 'zod';
import { group } from './lists.ts';

/**
 * Phrases by which reports name themselves, their companies and their years. Words of a trade or a tenant do not belong
 * here.
 */
export const identity = z.strictObject({
  names: group(['named', 'leading', 'auditors', 'reporting', 'trailing', 'article', 'ending', 'generic']),
  company: group(['registrant', 'defined', 'copyright', 'particle', 'titleOf']),
  year: group(['ended', 'fiscal', 'titled']),
});
