import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A page's request to an authenticator; a test alters one part at a time. */
interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  /** Skips user verification. */
  unverified?: boolean;
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** A test authenticator: one ES256 key, attestation `none`, hand-written CBOR and COSE (RFC 8949, RFC 9053). */
export class SoftwareAuthenticator {
  readonly id = randomBytes(16);
  counter = 0;
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;

  constructor() {
    ({ privateKey: this.privateKey, publicKey: this.publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' }));
  }

  /** The result of `navigator.credentials.create`. */
  create(ceremony: Ceremony): Record<string, unknown> {
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.coseKey()]);
    const attestationObject = Buffer.concat([
      cborMap(3),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), cborMap(0)],
      ...[cborText('authData'), cborBytes(Buffer.concat([this.authenticatorData(ceremony, 0x40), attested]))],
    ]);
    return this.answer({
      clientDataJSON: clientData('webauthn.create', ceremony),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    });
  }

  /** The result of `navigator.credentials.get`. */
  get(ceremony: Ceremony): Record<string, unknown> {
    const clientDataJSON = clientData('webauthn.get', ceremony);
    const authenticatorData = this.authenticatorData(ceremony, 0);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.answer({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.privateKey)),
    });
  }

  private answer(response: object): Record<string, unknown> {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private authenticatorData({ rpId, unverified }: Ceremony, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | 0x01 | (unverified ? 0 : 0x04)]), counter]);
  }

  private coseKey(): Buffer {
    const { x, y } = this.publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    return Buffer.concat([
      cborMap(5),
      Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      ...[Buffer.from([0x21]), cborBytes(Buffer.from(x, 'base64url'))],
      ...[Buffer.from([0x22]), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): string {
  return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
}

const cborMap = (entries: number) => Buffer.from([0xa0 | entries]);
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
/** Uses the shortest form, as canonical CBOR requires. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 0xff]),
    bytes,
  ]);
