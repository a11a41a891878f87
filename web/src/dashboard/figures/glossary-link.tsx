import { Anchor } from '@mantine/core'

/** Links to the definitions of all figures. */
export function GlossaryLink() {
  return (
    <Anchor href="/docs/guides/glossary" underline="always" inherit>
      Glossary
    </Anchor>
  )
}
