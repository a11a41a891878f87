import { isJpeg, isPng, isPrintableJpeg, isPrintablePng, PICTURE_SIDE_MAX } from './picture.ts'

const LOGO_BYTES_MAX = 200 * 1024

const DATA_URL = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/

/** Returns the problem with a logo; undefined when it can be printed. */
export function logoProblem(logo: string): string | undefined {
  const [, type, base64 = ''] = DATA_URL.exec(logo) ?? []
  if (type === undefined || base64.length % 4 !== 0) {
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
  if (!(type === 'png' ? isPng(bytes) : isJpeg(bytes))) {
    return `logo says image/${type} but its content is of another type; send the original file`
  }
  if (!(type === 'png' ? isPrintablePng(bytes) : isPrintableJpeg(bytes))) {
    return (
      'logo cannot be printed: send a whole picture, still and not interlaced, of at most ' +
      `${PICTURE_SIDE_MAX} pixels in width and height`
    )
  }
  return undefined
}
