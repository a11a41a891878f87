import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { PermissionName } from '../../api/session.ts'
import { useOrganization } from './use-organization.ts'

type Props = ButtonProps & {
  permission: PermissionName
  /** Reason why the action is unavailable to everyone. */
  refusal?: string | undefined
  'aria-label'?: string
  onClick: () => void
}

/**
 * A button that is always visible; if it is disabled, its tooltip names the roles that may use it.
 */
export function AllowedButton({ permission, refusal, onClick, ...button }: Props) {
  const reason = useOrganization().refusalOf(permission) ?? refusal
  if (reason === undefined) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip label={reason}>
      <Button {...button} data-disabled aria-disabled="true" aria-description={reason} />
    </Tooltip>
  )
}
