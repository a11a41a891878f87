import type { PdfDocument, StructElement } from './pdfmake-internals.ts'
import type { Tag } from './tag.ts'

/** Builds the structure of one document while its pages are drawn. */
export type Structure = {
  /** Marks what `draw` draws as content of the tag, or as an artifact. */
  mark: (tag: Tag | undefined, draw: () => void) => void
  /** Like `mark`, for text that links to a URL. */
  markLink: (tag: Tag, link: Link) => void
}

type Link = { url: string; text: string; area: Area; draw: () => void }
type Area = { x: number; y: number; width: number; height: number }

export function createStructure(doc: PdfDocument): Structure {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const elements = new Map<Tag, StructElement>()
  const ended = new WeakSet<Tag>()
  /** The row that is being drawn. */
  let current: Tag | undefined

  function elementOf(tag: Tag): StructElement {
    const { role, parent, cells, scope, colSpan, alt } = tag
    const owner = parent === null ? root : elementOf(parent)
    // A row creates its cells.
    const known = elements.get(tag)
    if (known) return known
    const element = doc.struct(role, { ...(scope && { scope }), ...(alt && { alt }) })
    if (colSpan) element.dictionary.data.A = { O: 'Table', ColSpan: colSpan }
    owner.add(element)
    elements.set(tag, element)
    for (const cell of cells) elementOf(cell)
    return element
  }

  function beginRow(row: Tag | undefined): void {
    if (row === current) return
    if (current) {
      elements.get(current)?.end()
      ended.add(current)
    }
    current = row
  }

  function asArtifact(draw: () => void): void {
    doc.markContent('Artifact', {})
    draw()
    doc.endMarkedContent()
  }

  /** Returns the element to draw; undefined for an artifact, such as a repeated table header. */
  function begin(tag: Tag | undefined): StructElement | undefined {
    if (!tag || tag.role === 'Artifact') return undefined
    const row = rowOf(tag)
    if (row && ended.has(row)) return undefined
    beginRow(row)
    return elementOf(tag)
  }

  function drawIn(element: StructElement, role: string, draw: () => void): void {
    element.add(doc.markStructureContent(role))
    draw()
    doc.endMarkedContent()
  }

  return {
    mark: (tag, draw) => {
      const element = begin(tag)
      if (tag && element) drawIn(element, tag.role, draw)
      else asArtifact(draw)
    },
    markLink: (tag, { url, text, area, draw }) => {
      const element = begin(tag)
      if (!element) return asArtifact(draw)
      const link = doc.struct('Link')
      element.add(link)
      drawIn(link, 'Link', draw)
      const { x, y, width, height } = area
      // The annotation belongs to this page, so the link ends before the next one.
      doc.link(x, y, width, height, url, { structParent: link, Contents: new String(text) })
      link.end()
    },
  }
}

function rowOf(tag: Tag): Tag | undefined {
  for (let at: Tag | null = tag; at !== null; at = at.parent) if (at.role === 'TR') return at
  return undefined
}
