import { createRequire } from 'node:module'
import type { Tag } from './tag.ts'

/** The parts of a pdfkit document that tags need. */
export type PdfDocument = {
  /** Returns true if the document is tagged. */
  hasMarkInfoDictionary: () => boolean
  struct: (role: string, options?: { scope?: string; alt?: string }) => StructElement
  addStructure: (element: StructElement) => void
  markContent: (tag: 'Artifact', options: object) => void
  markStructureContent: (role: string) => StructContent
  endMarkedContent: () => void
  link: (
    x: number,
    y: number,
    width: number,
    height: number,
    url: string,
    options: { structParent: StructElement; Contents: object },
  ) => void
}

declare const content: unique symbol
type StructContent = { readonly [content]: true }

export type StructElement = {
  dictionary: { data: { A?: object } }
  add: (child: StructElement | StructContent) => void
  end: () => void
}

/** A line of text with its runs, which keep the properties of the definition. */
export type Line = {
  inlines: { text: string; x: number; link?: string | null; tag?: Tag }[]
  getWidth: () => number
  getHeight: () => number
}

/** The part of pdfmake that draws the laid out pages. */
export type Renderer = {
  pdfDocument: PdfDocument
  renderLine: (line: Line, x: number, y: number) => void
  renderVector: (vector: object) => void
  renderImage: (image: { tag?: Tag }) => void
}

const require = createRequire(import.meta.url)
const loaded: { default: { prototype: Renderer } } = require('pdfmake/js/Renderer.js')

export const RENDERER: Renderer = loaded.default.prototype
