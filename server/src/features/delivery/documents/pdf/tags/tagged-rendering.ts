import { type Line, type PdfDocument, RENDERER } from './pdfmake-internals.ts'
import { createStructure, type Structure } from './structure.ts'

const structures = new WeakMap<PdfDocument, Structure>()

/** Returns the structure of a tagged document; undefined for another one. */
function structureOf(doc: PdfDocument): Structure | undefined {
  if (!doc.hasMarkInfoDictionary()) return undefined
  const structure = structures.get(doc) ?? createStructure(doc)
  structures.set(doc, structure)
  return structure
}

/**
 * Makes pdfmake draw everything in a tagged document as tagged content or as an artifact. pdfmake
 * passes `tagged` to pdfkit but marks no content, and has no other place to add this. Lines and
 * fills of tables are artifacts.
 */
export function tagRendering(): void {
  const { renderLine, renderVector, renderImage } = RENDERER
  RENDERER.renderVector = function (vector) {
    const draw = () => renderVector.call(this, vector)
    const structure = structureOf(this.pdfDocument)
    if (structure) structure.mark(undefined, draw)
    else draw()
  }
  RENDERER.renderImage = function (image) {
    const draw = () => renderImage.call(this, image)
    const structure = structureOf(this.pdfDocument)
    if (structure) structure.mark(image.tag, draw)
    else draw()
  }
  RENDERER.renderLine = function (line, x, y) {
    const draw = () => renderLine.call(this, line, x, y)
    const structure = structureOf(this.pdfDocument)
    if (structure) drawLine(structure, { line, x, y }, draw)
    else draw()
  }
}

type Placed = { line: Line; x: number; y: number }

function drawLine(structure: Structure, { line, x, y }: Placed, draw: () => void): void {
  const [first] = line.inlines
  const { tag, link: url } = first ?? {}
  if (!tag || !url) {
    structure.mark(tag, draw)
    return
  }
  // One link for the line, with its text, instead of one without text for each word.
  for (const inline of line.inlines) inline.link = null
  const area = { x: x + (first?.x ?? 0), y, width: line.getWidth(), height: line.getHeight() }
  const text = line.inlines.map((inline) => inline.text).join('')
  structure.markLink(tag, { url, text, area, draw })
}
