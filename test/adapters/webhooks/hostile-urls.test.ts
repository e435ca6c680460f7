import type { WebhookUrlRejection } from '@portcullis/events/ports';
import { expect } from 'chai';
import { type RawServer, startRaw } from '../../support/servers/raw-server.ts';
import { aRequest, aSender, sendOnce, startReceiver, wordOf } from './receiver.ts';

/** Each URL with the reason of its refusal; `PORT` is the port of a server of this machine that must not be reached. */
const hostile: readonly (readonly [url: string, refusal: WebhookUrlRejection, why: string])[] = [
  ['http://127.0.0.1:PORT/', 'address', 'the loopback address'],
  ['https://127.0.0.1:PORT/', 'address', 'with TLS'],
  ['HTTP://127.0.0.1:PORT/', 'address', 'a scheme in capital letters'],
  ['http:127.0.0.1:PORT', 'address', 'without slashes'],
  ['http:\\\\127.0.0.1:PORT\\', 'address', 'with backslashes'],
  ['http:////127.0.0.1:PORT/', 'address', 'with four slashes'],
  [' \thttp://127.0.0.1:PORT/', 'address', 'after blanks'],
  ['ht\ntp://127.0.\n0.1:PORT/', 'address', 'with line ends within'],
  ['http://127.0.0.1.:PORT/', 'address', 'a dot at the end'],
  ['http://127.255.255.254:PORT/', 'address', 'another one of the loopback network'],
  ['http://2130706433:PORT/', 'address', 'decimal'],
  ['http://017700000001:PORT/', 'address', 'octal'],
  ['http://0x7f000001:PORT/', 'address', 'hexadecimal'],
  ['http://0X7F.0.0.1:PORT/', 'address', 'hexadecimal in capital letters'],
  ['http://0177.0.0.1:PORT/', 'address', 'an octal part'],
  ['http://0177.0x0.0.01:PORT/', 'address', 'parts in several systems'],
  ['http://127.1:PORT/', 'address', 'of two parts'],
  ['http://127.0.1:PORT/', 'address', 'of three parts'],
  ['http://127.65535:PORT/', 'address', 'of two parts, the last of three bytes'],
  ['http://0:PORT/', 'address', 'this host, as one number'],
  ['http://0.0.0.0:PORT/', 'address', 'this host'],
  ['http://①②⑦.⓪.⓪.①:PORT/', 'address', 'digits in circles'],
  ['http://１２７.０.０.１:PORT/', 'address', 'digits of full width'],
  ['http://127。0。0。1:PORT/', 'address', 'ideographic full stops'],
  ['http://%31%32%37.0.0.1:PORT/', 'address', 'percent-encoded digits'],
  ['http://127.0.0.1%2e:PORT/', 'address', 'a percent-encoded dot'],
  ['http://127.0.0.1:PORT#@example.com/', 'address', 'the name of another host in the fragment'],
  ['http://127.0.0.1:PORT\\@example.com/', 'address', 'a backslash before what looks like the host'],
  ['http://example.com@127.0.0.1:PORT/', 'credentials', 'what looks like the host as user'],
  ['https://user:password@example.com/', 'credentials', 'user and password'],
  ['https://user@example.com/', 'credentials', 'a user'],
  ['https://:password@example.com/', 'credentials', 'a password'],
  ['https://example.com%40@127.0.0.1:PORT/', 'credentials', 'an encoded at sign'],
  ['http://localhost:PORT/', 'address', 'the name of this machine'],
  ['http://LocalHost:PORT/', 'address', 'in other letters'],
  ['http://localhost.:PORT/', 'address', 'with the dot of the root'],
  ['http://app.localhost:PORT/', 'address', 'a name below it'],
  ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/', 'address', 'letters in circles'],
  ['http://loc%61lhost:PORT/', 'address', 'a percent-encoded letter'],
  ['http://[::1]:PORT/', 'address', 'the loopback address of IPv6'],
  ['http://[0:0:0:0:0:0:0:1]:PORT/', 'address', 'in full'],
  ['http://[::]:PORT/', 'address', 'the unspecified address'],
  ['http://[::127.0.0.1]:PORT/', 'address', 'IPv4-compatible'],
  ['http://[::ffff:127.0.0.1]:PORT/', 'address', 'IPv4-mapped'],
  ['http://[::ffff:7f00:1]:PORT/', 'address', 'IPv4-mapped, hexadecimal'],
  ['http://[::ffff:0:7f00:1]:PORT/', 'address', 'IPv4-translated'],
  ['http://[64:ff9b::7f00:1]:PORT/', 'address', 'NAT64'],
  ['http://[64:ff9b::8.8.8.8]/', 'address', 'NAT64 of a public address'],
  ['http://[64:ff9b:1::7f00:1]:PORT/', 'address', 'NAT64 of a local network'],
  ['http://[2002:7f00:1::]:PORT/', 'address', '6to4'],
  ['http://[2001:0:7f00:1::]:PORT/', 'address', 'Teredo'],
  ['http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', 'address', 'Teredo, of 127.0.0.1 inverted'],
  ['http://[2001:db8::1]/', 'address', 'documentation of IPv6'],
  ['http://[3fff::1]/', 'address', 'documentation of IPv6, the new range'],
  ['http://[2001:2::1]/', 'address', 'measurements of IPv6'],
  ['http://[2001:10::1]/', 'address', 'ORCHID'],
  ['http://[100::1]/', 'address', 'the discard range'],
  ['http://[5f00::1]/', 'address', 'segment routing'],
  ['http://[fc00::1]/', 'address', 'unique local'],
  ['http://[fd00:ec2::254]/latest/meta-data/', 'address', 'metadata of AWS over IPv6'],
  ['http://[fd20:ce::254]/computeMetadata/v1/', 'address', 'metadata of Google over IPv6'],
  ['http://[fe80::1]/', 'address', 'link-local of IPv6'],
  ['http://[fec0::1]/', 'address', 'site-local of IPv6'],
  ['http://[ff02::1]/', 'address', 'multicast of IPv6'],
  ['http://[fe80::1%25eth0]/', 'malformed', 'with a zone'],
  ['http://[fe80::1%eth0]/', 'malformed', 'with a zone that is not encoded'],
  ['http://[2606:4700:4700::1111%25lo]/', 'malformed', 'a public address with a zone'],
  ['http://[::1/', 'malformed', 'a bracket that does not close'],
  ['http://169.254.169.254/latest/meta-data/', 'address', 'metadata of a cloud'],
  ['http://2852039166/latest/meta-data/', 'address', 'metadata, decimal'],
  ['http://0xA9FEA9FE/', 'address', 'metadata, hexadecimal'],
  ['http://[::ffff:a9fe:a9fe]/', 'address', 'metadata, mapped'],
  ['http://169.254.170.2/v2/credentials', 'address', 'credentials of a container'],
  ['http://100.100.100.200/latest/meta-data/', 'address', 'metadata of Alibaba'],
  ['http://192.0.0.192/latest/', 'address', 'metadata of Oracle'],
  ['http://168.63.129.16/machine?comp=goalstate', 'address', 'the platform of Azure, a public address'],
  ['http://10.0.0.5/', 'address', 'a private network'],
  ['http://172.16.0.1/', 'address', 'the first of a private network'],
  ['http://172.31.255.255/', 'address', 'the last of it'],
  ['http://192.168.0.1/', 'address', 'a home network'],
  ['http://100.64.0.1/', 'address', 'carrier-grade NAT'],
  ['http://192.0.2.1/', 'address', 'documentation'],
  ['http://198.51.100.1/', 'address', 'documentation'],
  ['http://203.0.113.1/', 'address', 'documentation'],
  ['http://198.18.0.1/', 'address', 'measurements'],
  ['http://192.88.99.1/', 'address', 'the relays of 6to4'],
  ['http://224.0.0.1/', 'address', 'multicast'],
  ['http://239.255.255.250:1900/', 'address', 'multicast of UPnP'],
  ['http://240.0.0.1/', 'address', 'reserved'],
  ['http://255.255.255.255/', 'address', 'broadcast'],
  ['http://127.0.0.1:22/', 'address', 'another port of this machine'],
  ['http://127.0.0.1:99999/', 'malformed', 'a port that is none'],
  ['https://example.com:0/', 'malformed', 'port 0'],
  ['https://example.com:-1/', 'malformed', 'a negative port'],
  ['http://1.2.3.4.5/', 'malformed', 'an address of five parts'],
  ['http://256.256.256.256/', 'malformed', 'an address of parts that are too large'],
  ['https://', 'malformed', 'no host'],
  ['https://exa mple.com/', 'malformed', 'a blank in the host'],
  ['//127.0.0.1:PORT/', 'malformed', 'no scheme'],
  ['127.0.0.1:PORT', 'malformed', 'an address alone'],
  ['', 'malformed', 'nothing'],
  [`https://example.com/${'a'.repeat(1024)}`, 'malformed', 'longer than 1,024 characters'],
  ['ftp://127.0.0.1:PORT/', 'scheme', 'FTP'],
  ['file:///etc/passwd', 'scheme', 'a file'],
  ['gopher://127.0.0.1:PORT/_x', 'scheme', 'gopher'],
  ['ws://127.0.0.1:PORT/', 'scheme', 'a WebSocket'],
  ['unix:/var/run/docker.sock', 'scheme', 'a socket of Unix'],
  ['data:text/plain,x', 'scheme', 'data'],
  ['javascript:alert(1)', 'scheme', 'a script'],
  ['dict://127.0.0.1:PORT/', 'scheme', 'dict'],
  ['blob:http://127.0.0.1:PORT/x', 'scheme', 'a blob'],
];

describe('a webhook to a hostile URL', () => {
  let inside: RawServer;
  before(async () => {
    inside = await startRaw((socket) => socket.destroy());
  });
  after(() => inside.close());

  const at = (url: string): string => url.replaceAll('PORT', String(inside.port));
  /** Every name is at an address of this machine, so that a URL is refused for what it says itself. */
  const options = { allowedNetworks: [], resolve: async () => ['127.0.0.1'] };

  it('is refused for what the URL says, without a look at a resolver', async () => {
    let asked = 0;
    const resolve = async (): Promise<readonly string[]> => {
      asked += 1;
      return ['127.0.0.1'];
    };
    const sender = aSender({ ...options, resolve });
    const refusals = hostile.map(([url, , why]) => [url, sender.rejectionOf(at(url)), why]);
    expect(refusals).to.deep.equal(hostile);
    for (const [url] of hostile)
      expect(wordOf(await sender.send(aRequest(at(url)))()), url).to.equal('refused_address');
    await sender.close();
    expect([asked, inside.connections().length]).to.deep.equal([0, 0]);
    expect(hostile.length).to.be.at.least(60);
  });

  it('would arrive if its address were allowed, also where the text spells it in another way', async () => {
    const spellings = ['127.0.0.1', '2130706433', '0x7f000001', '127.1', '１２７.０.０.１', '%31%32%37.0.0.1'];
    const receiver = await startReceiver();
    for (const host of spellings) {
      const result = await sendOnce(aRequest(`http://${host}:${receiver.port}/`));
      expect([wordOf(result), result.address]).to.deep.equal([204, '127.0.0.1']);
    }
    expect(receiver.received).to.have.length(spellings.length);
    await receiver.close();
  });
});

describe('a webhook URL that is judged without a resolver', () => {
  const sender = aSender({ allowHttp: false, allowedNetworks: ['10.1.0.0/16', '192.0.2.7', 'fd00:1::/32'] });

  it('may have a name, a public address, any port and any letters', () => {
    for (const url of [
      'https://example.com/hooks?tenant=1',
      'https://bücher.example/',
      'https://example.com:8443/',
      'https://93.184.216.34/',
      'https://[2606:4700:4700::1111]/',
      'https://localhost.example.com/',
      'https://127.0.0.1.example.com/',
    ])
      expect(sender.rejectionOf(url), url).to.equal(null);
  });

  it('may have any letters however often it is judged, also when the judge was optimized', () => {
    // Node's URL.canParse takes it for no URL after some five thousand times.
    for (let n = 0; n < 20_000; n += 1)
      if (sender.rejectionOf('https://bücher.example/') !== null) expect.fail(`refused after ${n} times`);
  });

  it('may have an address that is listed, and no other of its kind', () => {
    const hosts = ['10.1.255.255', '10.2.0.0', '192.0.2.7', '192.0.2.8', '[fd00:1::9]', '[fd00:2::9]'];
    expect(hosts.map((host) => sender.rejectionOf(`https://${host}/`))).to.deep.equal([
      null,
      'address',
      null,
      'address',
      null,
      'address',
    ]);
    // What holds the listed address is another address.
    for (const host of ['[64:ff9b::a01:1]', '[2002:a01:1::]']) {
      expect(sender.rejectionOf(`https://${host}/`), host).to.equal('address');
    }
  });

  it('may be plain http only where that is allowed', () => {
    expect(sender.rejectionOf('http://example.com/')).to.equal('scheme');
    expect(aSender({ allowHttp: true }).rejectionOf('http://example.com/')).to.equal(null);
  });

  it('may be of this machine where both of its addresses are listed', () => {
    const refusals = [['127.0.0.0/8'], ['127.0.0.0/8', '::1']].map((allowedNetworks) =>
      aSender({ allowedNetworks }).rejectionOf('http://app.localhost:3000/'),
    );
    expect(refusals).to.deep.equal(['address', null]);
  });
});
