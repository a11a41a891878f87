const LOGO_BYTES_MAX = 200 * 1024

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** How files of the two kinds begin. */
const SIGNATURES = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
}

/** What is wrong with a logo; undefined when it can be printed. */
export function logoProblem(logo: string): string | undefined {
  const match = DATA_URL.exec(logo)
  const [, type, base64 = ''] = match ?? []
  if ((type !== 'png' && type !== 'jpeg') || base64.length % 4 !== 0) {
    return (
      'logo must be a data URL of a PNG or JPEG picture, ' +
      'such as data:image/png;base64,iVBORw0KGgo…, or null'
    )
  }
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > LOGO_BYTES_MAX) {
    const size = Math.ceil(bytes.length / 1024)
    return `logo must be at most 200 KB, not ${size} KB; send a smaller picture`
  }
  if (!SIGNATURES[type].every((byte, position) => bytes[position] === byte)) {
    return `logo says image/${type} and its content is something else; send the picture itself`
  }
  return undefined
}
