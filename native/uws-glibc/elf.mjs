/**
 * 64-bit little-endian ELF: only the tables that say which version of which C function a library asks for.
 * Layouts from the System V gABI and the GNU symbol versioning chapter of the LSB.
 */

const PREFIX = '__isoc23_';
const TOO_NEW = 'GLIBC_2.38';

/** The oldest version a C library of that machine offers; plain sscanf, strtol and strtoul carry it. */
const BASE_VERSION = /** @type {Record<number, string>} */ ({ 62: 'GLIBC_2.2.5', 183: 'GLIBC_2.17' });

/**
 * @typedef {{ offset: number, size: number, entryBytes: number, link: number, info: number }} Section
 * @param {Buffer} elf
 * @returns {Map<string, Section>}
 */
function sections(elf) {
  if (elf.length < 64 || elf.readUInt32BE(0) !== 0x7f454c46 || elf[4] !== 2 || elf[5] !== 1) {
    throw new Error('not a 64-bit little-endian ELF file');
  }
  const table = Number(elf.readBigUInt64LE(40));
  const entryBytes = elf.readUInt16LE(58);
  const count = elf.readUInt16LE(60);
  const namesAt = table + elf.readUInt16LE(62) * entryBytes;
  const names = Number(elf.readBigUInt64LE(namesAt + 24));
  const found = new Map();
  for (let i = 0; i < count; i += 1) {
    const at = table + i * entryBytes;
    found.set(text(elf, names + elf.readUInt32LE(at)), {
      offset: Number(elf.readBigUInt64LE(at + 24)),
      size: Number(elf.readBigUInt64LE(at + 32)),
      link: elf.readUInt32LE(at + 40),
      info: elf.readUInt32LE(at + 44),
      entryBytes: Number(elf.readBigUInt64LE(at + 56)),
    });
  }
  return found;
}

/** @param {Buffer} elf @param {number} at */
const text = (elf, at) => elf.toString('latin1', at, elf.indexOf(0, at));

/** @param {Map<string, Section>} all @param {string} name */
function section(all, name) {
  const one = all.get(name);
  if (!one) throw new Error(`the library has no ${name} section`);
  return one;
}

/**
 * Every "version needed" entry: the file offset of its record, its index and its name.
 * @param {Buffer} elf @param {Section} versions @param {Section} strings
 */
function neededVersions(elf, versions, strings) {
  const found = [];
  let need = versions.offset;
  for (let i = 0; i < versions.info; i += 1) {
    const library = text(elf, strings.offset + elf.readUInt32LE(need + 4));
    let entry = need + elf.readUInt32LE(need + 8);
    for (let j = 0; j < elf.readUInt16LE(need + 2); j += 1) {
      const name = text(elf, strings.offset + elf.readUInt32LE(entry + 8));
      found.push({ library, name, at: entry, index: elf.readUInt16LE(entry + 6) & 0x7fff });
      entry += elf.readUInt32LE(entry + 12);
    }
    need += elf.readUInt32LE(need + 12);
  }
  return found;
}

/**
 * A copy of a library that asks for sscanf, strtol and strtoul instead of their C23 namesakes of glibc 2.38,
 * and that no longer asks for glibc 2.38 at all. They differ only in reading binary literals ("0b1").
 * Throws when the library is not shaped as expected.
 * @param {Buffer} library
 * @returns {Buffer}
 */
export function withoutGlibc238(library) {
  const elf = Buffer.from(library);
  const all = sections(elf);
  const symbols = section(all, '.dynsym');
  const strings = section(all, '.dynstr');
  const versionOf = section(all, '.gnu.version');
  const needed = neededVersions(elf, section(all, '.gnu.version_r'), strings);
  const base = needed.find((one) => one.name === BASE_VERSION[elf.readUInt16LE(18)] && one.library === 'libc.so.6');
  const tooNew = needed.find((one) => one.name === TOO_NEW && one.library === 'libc.so.6');
  if (!base || !tooNew) throw new Error(`the library does not ask libc.so.6 for both ${TOO_NEW} and the base version`);
  for (let i = 0; i < symbols.size / symbols.entryBytes; i += 1) {
    const versionAt = versionOf.offset + i * 2;
    if (elf.readUInt16LE(versionAt) !== tooNew.index) continue;
    const nameAt = symbols.offset + i * symbols.entryBytes;
    const name = text(elf, strings.offset + elf.readUInt32LE(nameAt));
    if (!name.startsWith(PREFIX)) throw new Error(`${name} of ${TOO_NEW} has no older namesake`);
    elf.writeUInt32LE(elf.readUInt32LE(nameAt) + PREFIX.length, nameAt);
    elf.writeUInt16LE(base.index, versionAt);
  }
  elf.writeUInt32LE(elf.readUInt32LE(base.at), tooNew.at);
  elf.writeUInt32LE(elf.readUInt32LE(base.at + 8), tooNew.at + 8);
  return elf;
}
