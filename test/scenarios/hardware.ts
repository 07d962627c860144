const GIB = 1024 ** 3;

/** What inspection found in a host, as the status carries it: most of a real record's size. */
export function hardware(hostname: string, index: number): Record<string, unknown> {
  return {
    hostname,
    systemVendor: { manufacturer: 'Acme', productName: 'Rack 2U', serialNumber: `ACM${100_000 + index}` },
    firmware: { bios: { date: '11/03/2023', vendor: 'Acme', version: '2.19.1' } },
    cpu: {
      arch: 'x86_64',
      clockMegahertz: 3500,
      count: 64,
      model: 'Acme x86-64 Processor @ 3.5GHz',
      flags: FLAGS,
    },
    ramMebibytes: 262_144,
    nics: ['eno1', 'eno2', 'ens3f0', 'ens3f1'].map((name, port) => ({
      name,
      model: '0x8086 0x1592',
      mac: mac(index, port),
      ip: `10.${port}.${(index >> 8) & 255}.${index & 255}`,
      pxe: port === 0,
      speedGbps: port < 2 ? 10 : 100,
      vlanId: 0,
    })),
    storage: ['/dev/sda', '/dev/nvme0n1', '/dev/nvme1n1'].map((name, slot) => ({
      name,
      type: slot === 0 ? 'SSD' : 'NVME',
      rotational: false,
      vendor: 'Acme',
      model: slot === 0 ? 'Boot 480' : 'Data 3840',
      serialNumber: `S${slot}${100_000 + index}`,
      sizeBytes: (slot === 0 ? 480 : 3840) * GIB,
      hctl: `${slot}:0:0:0`,
      wwn: `0x5000c50${slot}${(100_000 + index).toString(16)}`,
    })),
  };
}

/** The address of a host's network port; port 0 is the one that it boots from. */
export const mac = (index: number, port = 0): string =>
  ['52', '54', hex(port), hex(index >> 16), hex(index >> 8), hex(index)].join(':');

const hex = (value: number): string => (value & 255).toString(16).padStart(2, '0');

const FLAGS =
  'aes apic avx avx2 avx512bw avx512cd avx512dq avx512f avx512vl bmi1 bmi2 clflush clflushopt clwb cmov cx16 cx8 f16c fma fpu fsgsbase fxsr ht hypervisor invpcid lahf_lm lm mca mce mmx movbe msr mtrr nx pae pat pcid pclmulqdq pdpe1gb pge pku pni popcnt pse pse36 rdrand rdseed rdtscp sep sha_ni smap smep ss sse sse2 sse4_1 sse4_2 ssse3 syscall tsc vaes vme vmx x2apic xsave xsavec xsaveopt'.split(
    ' ',
  );
