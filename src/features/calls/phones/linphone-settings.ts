import Builder from 'fast-xml-builder';

/** What a phone types in to register. */
export interface PhoneAccount {
  readonly name: string;
  readonly username: string;
  readonly password: string;
  /** Address of the server, with a port other than the usual one. */
  readonly domain: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
}

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
});

const entry = (name: string, value: string) => ({ '@name': name, '@overwrite': 'true', '#text': value });

/**
 * Returns the settings of one account as Linphone reads them from an address
 * (https://wiki.linphone.org/xwiki/wiki/public/view/Lib/Features/Remote%20Provisioning/). They replace its first account.
 */
export function linphoneSettings({ name, username, password, domain, transport }: PhoneAccount): string {
  const server = `<sip:${domain};transport=${transport}>`;
  const sections = {
    // Read once: the address is valid for some minutes only.
    misc: { transient_provisioning: '1' },
    sip: { default_proxy: '0' },
    auth_info_0: { username, userid: username, passwd: password },
    proxy_0: {
      reg_proxy: server,
      reg_route: server,
      reg_identity: `"${name.replaceAll(/["\\]/g, '')}" <sip:${username}@${domain}>`,
      reg_expires: '600',
      reg_sendregister: '1',
      publish: '0',
    },
  };
  const section = Object.entries(sections).map(([sectionName, entries]) => ({
    '@name': sectionName,
    entry: Object.entries(entries).map(([key, value]) => entry(key, value)),
  }));
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    config: { '@xmlns': 'http://www.linphone.org/xsds/lpconfig.xsd', section },
  });
}
