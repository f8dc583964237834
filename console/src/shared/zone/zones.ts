/** Names of zones that `Intl` lists by an older name, and the present ones. */
const present = new Map<string, string>()
  .set('Africa/Asmera', 'Africa/Asmara')
  .set('America/Buenos_Aires', 'America/Argentina/Buenos_Aires')
  .set('America/Catamarca', 'America/Argentina/Catamarca')
  .set('America/Coral_Harbour', 'America/Atikokan')
  .set('America/Cordoba', 'America/Argentina/Cordoba')
  .set('America/Godthab', 'America/Nuuk')
  .set('America/Indianapolis', 'America/Indiana/Indianapolis')
  .set('America/Jujuy', 'America/Argentina/Jujuy')
  .set('America/Louisville', 'America/Kentucky/Louisville')
  .set('America/Mendoza', 'America/Argentina/Mendoza')
  .set('Asia/Calcutta', 'Asia/Kolkata')
  .set('Asia/Katmandu', 'Asia/Kathmandu')
  .set('Asia/Rangoon', 'Asia/Yangon')
  .set('Asia/Saigon', 'Asia/Ho_Chi_Minh')
  .set('Atlantic/Faeroe', 'Atlantic/Faroe')
  .set('Europe/Kiev', 'Europe/Kyiv')
  .set('Pacific/Enderbury', 'Pacific/Kanton')
  .set('Pacific/Ponape', 'Pacific/Pohnpei')
  .set('Pacific/Truk', 'Pacific/Chuuk');

const presentName = (zone: string): string => present.get(zone) ?? zone;

/** The time zone of the reader's device. */
export const ownZone = presentName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns every zone by its present name, in the order of the alphabet. */
export const zoneNames = (): readonly string[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(presentName)])].sort();
