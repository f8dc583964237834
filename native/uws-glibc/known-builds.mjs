/**
 * The builds the adaptation was tried on, by the SHA-256 of the file as published (version 20.57.0) and of the copy it must become.
 * `<platform>_<arch>_<abi>` is how the package names its files; ABI 115 is Node 20, 127 is 22, 137 is 24, 141 is 25.
 * @type {Record<string, { input: string, output: string }>}
 */
export const knownBuilds = {
  linux_arm64_115: {
    input: '6bdbc8ff976b4371af1906175e9025804bacc38a414969f4f02314e6b99f206c',
    output: 'eaa12cdd49c20a8fb1485dc055cc141ae85b64e2db245630085f93fec9e6601d',
  },
  linux_arm64_127: {
    input: '82b79bd18d1e3563de336156005bd01b7f39fc387b65173d69a29da4ee79f895',
    output: '9f8b29f1112b1e27138abd232d8cfbef4a405d5633625f38d19dba7d759a4c0b',
  },
  linux_arm64_137: {
    input: '88618b30ddf6b2b62310db89f40a701616676352aac5e0f6184dd8ef876199ce',
    output: '50691cb2ed74d2e1711806a07a3f3c6419db5fd63d776c171912f9c097fd270a',
  },
  linux_arm64_141: {
    input: '81d0186dd1549ed6a7f47e68e323573fc27d69d2920527654ce2dd993af2b0ec',
    output: '28f00717039d9fa9bc8a09660835deb2c1a76b4ec6421695b59d7ad608b94e14',
  },
  linux_x64_115: {
    input: '5b126ee00bf754b02e97e4c27090365a8562c5820c93f93918ac2212d4503e91',
    output: '0b40a7ff2a1e1d38e8d34ac9b69bf5cf757fcbbbe56fe3bc981ee5c664ebf314',
  },
  linux_x64_127: {
    input: '4b55b1f2cb7a7913febbb65a89496412b96af77e838552980092ba6b33723aac',
    output: '65537716292c5b3d9ee617914eeed1e4496f092f001c33504e8a9a0f12780f59',
  },
  linux_x64_137: {
    input: '98128405dba2fb608448e921a979530f70c946a2cc9889c15f2fa70c2d00ab05',
    output: '2630bb59236deeadf501d6abaf79c1a655b4a0b78579fba408eea84d1a30f6ca',
  },
  linux_x64_141: {
    input: '813d788b347c6fd76b779d8932311ec05a044e612b4b83af220f16e6ea789683',
    output: 'eea6f5f0ce9e2405a81ddb885b647c40bb5ebc2a06e48852f8af74290f79c543',
  },
};
