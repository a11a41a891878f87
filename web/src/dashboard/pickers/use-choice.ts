import { useQuery } from '@tanstack/react-query'
import { type Choice, type Choices, choiceQuery } from '../../api/choices.ts'
import { useOrganization } from '../session/use-organization.ts'

/**
 * Returns the item with an id from the URL. While it is loading, its name is the id. If it no
 * longer exists, its name is `Deleted (id)`.
 */
export function useChoice(choices: Choices, id: string | undefined): Choice | undefined {
  const { slug } = useOrganization()
  const { data } = useQuery({
    ...choiceQuery(slug, choices, id ?? ''),
    enabled: id !== undefined,
  })
  if (id === undefined) return undefined
  return data ?? { id, name: data === null ? `Deleted (${id})` : id, about: null }
}
