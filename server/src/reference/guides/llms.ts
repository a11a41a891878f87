import type { Guides } from './guides.ts'
import { PATH } from './render.ts'

/** Renders the index of the guides for language models, in the format of https://llmstxt.org. */
export function llmsIndex({ index, guides }: Guides, publicUrl: string): string {
  const rows = guides.map(
    ({ name, title, summary }) => `- [${title}](${publicUrl}${PATH}/${name}.md): ${summary}`,
  )
  return `# Piecework

> ${index.summary}

## Guides

${rows.join('\n')}

## Reference

- [API](${publicUrl}/openapi.json): every operation with its fields and examples, as OpenAPI
- [All guides in one file](${publicUrl}/llms-full.txt)
`
}

export function llmsFull({ index, guides }: Guides): string {
  return [index, ...guides].map(({ markdown }) => markdown.trim()).join('\n\n---\n\n')
}
