import { useQuery } from '@tanstack/react-query'
import { breakdownQuery } from '../../api/figures.ts'
import { useOrganization } from '../session/use-organization.ts'
import { Sentences } from './sentences.tsx'
import type { Subject } from './subject.ts'

/** Why the figures of the last 30 days are as they are; nothing if nothing is worth knowing. */
export function Why({ of }: { of: Subject }) {
  const { slug } = useOrganization()
  const { data } = useQuery(breakdownQuery(slug, of))
  return data === undefined ? null : <Sentences sentences={data.sentences} />
}
