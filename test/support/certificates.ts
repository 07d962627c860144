import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key (PKCS #8), both PEM. */
export interface KeyPair {
  cert: string;
  key: string;
}

/** A certificate authority for one test server: it vouches for the server, and the server trusts it for clients. */
export interface Authority {
  /** PEM of the authority's own certificate, as a client embeds it in a kubeconfig. */
  ca: string;
  /** For a server on loopback: valid for `127.0.0.1`, `::1` and `localhost`. */
  serverCertificate(): Promise<KeyPair>;
  /** For a client whom Kubernetes knows as this user (the subject's CN) in these groups (its Os). */
  clientCertificate(user: string, groups?: string[]): Promise<KeyPair>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Makes an authority with a new key. Everything that it signs is valid from now on for a year. */
export async function createAuthority(): Promise<Authority> {
  const own = await generateKeys();
  const issuer = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['test authority'] }],
    keys: own,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(own.publicKey),
    ],
  });

  async function sign(subject: JsonName, purpose: Extension[]): Promise<KeyPair> {
    const keys = await generateKeys();
    const certificate = await X509CertificateGenerator.create({
      subject,
      issuer: issuer.subjectName,
      publicKey: keys.publicKey,
      signingKey: own.privateKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
        ...purpose,
      ],
    });
    return { cert: certificate.toString('pem'), key: await privatePem(keys) };
  }

  return {
    ca: issuer.toString('pem'),
    serverCertificate: () =>
      sign(
        [{ CN: ['localhost'] }],
        [
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension([
            { type: 'ip', value: '127.0.0.1' },
            { type: 'ip', value: '::1' },
            { type: 'dns', value: 'localhost' },
          ]),
        ],
      ),
    clientCertificate: (user, groups = []) =>
      sign(
        [...groups.map((group) => ({ O: [group] })), { CN: [user] }],
        [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])],
      ),
  };
}

const generateKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

async function privatePem({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', privateKey), 'PRIVATE KEY');
}
