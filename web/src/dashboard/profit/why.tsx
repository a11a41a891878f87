import { useQuery } from '@tanstack/react-query'
import { breakdownQuery } from '../../api/figures.ts'
import { useOrganization } from '../session/use-organization.ts'
import { Sentences } from './sentences.tsx'
import type { Subject } from './subject.ts'

/** Reasons of the figures of the last 30 days; empty if there are none. */
export function Why({ of }: { of: Subject }) {
  const { slug } = useOrganization()
  const { data } = useQuery(breakdownQuery(slug, of))
  return data === undefined ? null : <Sentences sentences={data.sentences} />
}
