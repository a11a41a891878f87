import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { PermissionName } from '../../api/session.ts'
import { useOrganization } from './use-organization.ts'

type Props = ButtonProps & {
  permission: PermissionName
  /** Why nobody can at present. */
  refusal?: string | undefined
  onClick: () => void
}

/** A button that is there for everybody; for whom it is not, it says who may. */
export function AllowedButton({ permission, refusal, onClick, ...button }: Props) {
  const reason = useOrganization().refusalOf(permission) ?? refusal
  if (reason === undefined) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip label={reason}>
      <Button {...button} data-disabled aria-disabled="true" aria-description={reason} />
    </Tooltip>
  )
}
