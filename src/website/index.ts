export { crawl, type KnownPage, type Site, type SitePage, withoutRepeated } from './crawl.ts';
export { SiteFault } from './site-fault.ts';
