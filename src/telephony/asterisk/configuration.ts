import type { ConfigurationFile, ConfigurationSite } from '../provider.ts';

/** Stands for the password of the dialplan, which no route returns. */
export const passwordLabel = 'Password of the dialplan';

/** Returns the files of an Asterisk that connects to this server: its end of the streams, ARI, and the dialplan. */
export function configurationOf(site: ConfigurationSite): readonly ConfigurationFile[] {
  const { baseUrl, mediaUrl, audioSocketPort, authId } = site;
  const audioSocket = `${new URL(mediaUrl).hostname}:${audioSocketPort}`;
  return [
    { name: 'websocket_client.conf', text: webSocketClient(mediaUrl) },
    { name: 'ari.conf', text: ari(authId) },
    { name: 'extensions.conf', text: dialplan(baseUrl, overWebSocket) },
    ...(audioSocketPort === undefined
      ? []
      : [{ name: 'extensions.conf, AudioSocket', text: dialplan(baseUrl, overAudioSocket(audioSocket)) }]),
  ];
}

const webSocketClient = (mediaUrl: string): string => `[parley]
type = websocket_client
uri = ${mediaUrl}/media/asterisk
protocols = media
connection_type = per_call_config
tls_enabled = ${mediaUrl.startsWith('wss:') ? 'yes' : 'no'}
`;

const ari = (authId: string): string => `[general]
enabled = yes

[${authId}]
type = user
password = <ARI password>
`;

const overWebSocket = ` same => n,Set(TICKET=\${JSON_DECODE(REPLY,ticket)})
 same => n,GotoIf($["\${TICKET}" = ""]?refused)
 same => n,Dial(WebSocket/parley/c(ulaw)f(json)v(ticket=\${TICKET}))`;

/** The application needs an answered channel. */
const overAudioSocket = (server: string): string => ` same => n,Set(TICKET=\${JSON_DECODE(REPLY,uuid)})
 same => n,GotoIf($["\${TICKET}" = ""]?refused)
 same => n,Answer()
 same => n,AudioSocket(\${TICKET},${server})`;

/** `connect`: lines that connect a call with the ticket of the answer. */
const dialplan = (baseUrl: string, connect: string): string => `[globals]
PARLEY_URL=${baseUrl}/api/voice/webhooks/asterisk
PARLEY_LOGIN=parley:<${passwordLabel}>

; Calls that arrive: include this context, or Goto(parley,\${EXTEN},1).
[parley]
exten => _[+0-9].,1,Set(CURLOPT(userpwd)=\${PARLEY_LOGIN})
 same => n,Set(REPLY=\${CURL(\${PARLEY_URL}/answer,CallUUID=\${UNIQUEID}&From=\${URIENCODE(\${CALLERID(num)})}&To=\${URIENCODE(\${EXTEN})})})
${connect}
 same => n(refused),Hangup(\${JSON_DECODE(REPLY,cause)})
exten => h,1,Set(ENDED=\${CURL(\${PARLEY_URL}/status,CallUUID=\${UNIQUEID}&Status=ANSWER)})

; Calls that Parley places. Replace my-trunk.
[parley-dial]
exten => _[+0-9].,1,Set(CALLERID(num)=\${PARLEY_FROM})
 same => n,Dial(PJSIP/\${EXTEN}@my-trunk)
 same => n,Hangup()
exten => h,1,Set(CURLOPT(userpwd)=\${PARLEY_LOGIN})
 same => n,Set(ENDED=\${CURL(\${PARLEY_STATUS},CallUUID=\${PARLEY_CALL}&Status=\${DIALSTATUS})})

[parley-answered]
exten => s,1,Set(TIMEOUT(absolute)=\${PARLEY_SECONDS})
 same => n,Set(CURLOPT(userpwd)=\${PARLEY_LOGIN})
 same => n,Set(REPLY=\${CURL(\${PARLEY_ANSWER},CallUUID=\${PARLEY_CALL})})
${connect}
 same => n(refused),Hangup(\${JSON_DECODE(REPLY,cause)})

; Connects a caller with a teammate who has accepted a transfer.
[parley-connect]
exten => s,1,Set(SHARED(PARLEY_LEG,\${PARLEY_CALLER})=\${PARLEY_LEG})
 same => n,ChannelRedirect(\${PARLEY_CALLER},parley-connected,s,1)
 same => n,Hangup()

[parley-connected]
exten => s,1,Bridge(\${SHARED(PARLEY_LEG)},x)
 same => n,Hangup()
exten => h,1,Set(ENDED=\${CURL(\${PARLEY_URL}/status,CallUUID=\${UNIQUEID}&Status=ANSWER)})
`;
