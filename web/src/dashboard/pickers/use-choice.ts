import { useQuery } from '@tanstack/react-query'
import { type Choice, type Choices, choiceQuery } from '../../api/choices.ts'
import { useOrganization } from '../session/use-organization.ts'

/** What an address names by its id; under its id alone while its name is not known, or when it is gone. */
export function useChoice(choices: Choices, id: string | undefined): Choice | undefined {
  const { slug } = useOrganization()
  const { data } = useQuery({
    ...choiceQuery(slug, choices, id ?? ''),
    enabled: id !== undefined,
  })
  if (id === undefined) return undefined
  return data ?? { id, name: data === null ? `Deleted (${id})` : id, about: null }
}
