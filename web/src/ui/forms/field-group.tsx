import type { ReactNode } from 'react'
import { Section } from '../layout/section.tsx'
import { FieldGrid } from './field-grid.tsx'

type Props = { title: string; about?: ReactNode; children: ReactNode }

/** A section of a form, with its fields in two columns. */
export function FieldGroup({ title, about, children }: Props) {
  return (
    <Section title={title} about={about}>
      <FieldGrid>{children}</FieldGrid>
    </Section>
  )
}
