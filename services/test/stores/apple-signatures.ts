import 'reflect-metadata';
import { BasicConstraintsExtension, Extension, X509CertificateGenerator, type X509Certificate } from '@peculiar/x509';
import { hourMs } from '@paddock/contract/core/durations';
import { SignJWT } from 'jose';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Marks of Apple's certificates for signed data. */
const leafMark = '1.2.840.113635.100.6.11.1';
const intermediateMark = '1.2.840.113635.100.6.2.1';

/** Signs as the App Store does: by a certificate below an intermediate one below a root. */
export class AppleSignatures {
  private constructor(
    /** DER in base64. */
    readonly root: string,
    private readonly chain: string[],
    private readonly key: Key,
  ) {}

  static async create(): Promise<AppleSignatures> {
    const [rootKeys, middleKeys, leafKeys] = await Promise.all([newKeys(), newKeys(), newKeys()]);
    const isAuthority = new BasicConstraintsExtension(true, undefined, true);
    const root = await certificate('CN=Root', 'CN=Root', rootKeys.publicKey, rootKeys.privateKey, [isAuthority]);
    const marked = [isAuthority, new Extension(intermediateMark, false, new Uint8Array([5, 0]))];
    const middle = await certificate('CN=Middle', 'CN=Root', middleKeys.publicKey, rootKeys.privateKey, marked);
    const mark = new Extension(leafMark, false, new Uint8Array([5, 0]));
    const leaf = await certificate('CN=Leaf', 'CN=Middle', leafKeys.publicKey, middleKeys.privateKey, [mark]);
    const chain = [leaf, middle, root].map((one) => Buffer.from(one.rawData).toString('base64'));
    return new AppleSignatures(chain[2]!, chain, leafKeys.privateKey);
  }

  sign(payload: object): Promise<string> {
    return new SignJWT({ signedDate: Date.now(), ...payload })
      .setProtectedHeader({ alg: 'ES256', x5c: this.chain })
      .sign(this.key);
  }
}

type Key = Awaited<ReturnType<typeof newKeys>>['publicKey'];
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

function certificate(
  subject: string,
  issuer: string,
  publicKey: Key,
  signingKey: Key,
  extensions: Extension[],
): Promise<X509Certificate> {
  const [notBefore, notAfter] = [new Date(Date.now() - hourMs), new Date(Date.now() + hourMs)];
  return X509CertificateGenerator.create({
    ...{ serialNumber: '01', subject, issuer, notBefore, notAfter },
    ...{ publicKey, signingKey, signingAlgorithm: algorithm, extensions },
  });
}
