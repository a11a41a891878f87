import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPrintableJpeg, isPrintablePng } from './picture.ts'
import { chunk, type Header, jpegOf, pngOf, rowsOf } from './test-support.ts'

describe('a PNG is printable', () => {
  test.each<Partial<Header>>([
    {},
    { colourType: 0, bits: 1, width: 9 },
    { colourType: 2, bits: 16 },
    { colourType: 3, bits: 4 },
    { colourType: 4 },
    { width: 2000, height: 2000 },
    { width: 1, height: 1 },
  ])('with %j', (header) => {
    expect(isPrintablePng(pngOf(header))).toBe(true)
  })

  test('with its data in several chunks and others between', () => {
    const png = pngOf({ width: 20, height: 20 }, [chunk('tEXt', Buffer.from('Title\0Logo'))])
    expect(isPrintablePng(png)).toBe(true)
  })
})

describe('a PNG is not printable', () => {
  test.each<Partial<Header>>([
    { width: 0 },
    { height: 0 },
    { width: 2001, height: 1 },
    { width: 1, height: 2001 },
    { width: 4_294_967_295, height: 4_294_967_295, rows: rowsOf({}) },
    { bits: 3 },
    { colourType: 2, bits: 4 },
    { colourType: 1 },
    { colourType: 7 },
    { colourType: 3, bits: 8, hasPalette: false },
    { interlace: 1 },
    { rows: rowsOf({ height: 3 }) },
    { rows: rowsOf({ height: 5 }) },
    { rows: Buffer.alloc(0) },
    { rows: Buffer.alloc(rowsOf({}).length, 5) },
  ])('with %j', (header) => {
    expect(isPrintablePng(pngOf(header))).toBe(false)
  })

  test.each(['acTL', 'fcTL', 'fdAT'])('when it moves (%s)', (type) => {
    expect(isPrintablePng(pngOf({}, [chunk(type, Buffer.alloc(26))]))).toBe(false)
  })

  test('when it unpacks to more than it says', () => {
    const bomb = pngOf({ width: 1, height: 1, rows: Buffer.alloc(100_000_000) })
    expect(bomb.length).toBeLessThan(200 * 1024)
    expect(isPrintablePng(bomb)).toBe(false)
  })

  test('wherever it is cut off', () => {
    const png = pngOf({})
    for (let length = 8; length < png.length; length += 1) {
      expect(isPrintablePng(png.subarray(0, length)), String(length)).toBe(false)
    }
  })
})

describe('a JPEG', () => {
  test.each([
    [0xc0, 640, 480, 3],
    [0xc2, 2000, 2000, 1],
    [0xc1, 1, 1, 4],
  ])('is printable: frame %i of %i by %i with %i values', (...frame) => {
    expect(isPrintableJpeg(jpegOf(...frame))).toBe(true)
  })

  test.each([
    [0xc3, 640, 480, 3],
    [0xc0, 0, 480, 3],
    [0xc0, 640, 0, 3],
    [0xc0, 2001, 480, 3],
    [0xc0, 640, 480, 2],
  ])('is not printable: frame %i of %i by %i with %i values', (...frame) => {
    expect(isPrintableJpeg(jpegOf(...frame))).toBe(false)
  })

  test('is not printable wherever it is cut off before its size', () => {
    const jpeg = jpegOf(0xc0, 640, 480, 3)
    for (let length = 3; length < 28; length += 1) {
      expect(isPrintableJpeg(jpeg.subarray(0, length)), String(length)).toBe(false)
    }
  })
})

test('any file is checked without an internal error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(100), (noise, at) => {
      const [png, jpeg] = [Buffer.from(pngOf({})), Buffer.from(jpegOf(0xc0, 9, 9, 3))]
      png.set(noise.subarray(0, Math.max(0, png.length - 8 - at)), 8 + at > png.length ? 8 : 8 + at)
      jpeg.set(noise.subarray(0, jpeg.length - 3), 3)
      expect([true, false]).toContain(isPrintablePng(png))
      expect([true, false]).toContain(isPrintableJpeg(jpeg))
    }),
  )
})
