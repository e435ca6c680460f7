import type { operations } from './openapi.ts';
import type { Result } from './result.ts';
import type * as routes from './routes.ts';

/** The id of an operation of the API description. */
export type OperationId = keyof operations & keyof typeof routes;

/** The facts of an operation besides its types: method and path, and words that `readRoute` reads. */
export type Route<Id extends OperationId> = (typeof routes)[Id];

/** The options of any call. */
export type CallOptions = {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The key under which a `POST` or `PATCH` is carried out once, 1 to 255 printable ASCII characters. Without it each
   * call has a new one. Give your own where the same call may be made again by another process.
   */
  readonly idempotencyKey?: string | undefined;
  /** The version that a profile must have, as `ETag` gave it: a change of any other is refused. */
  readonly ifMatch?: string | undefined;
  /** How long an answer may take, in seconds, where it is another time than that of the client. */
  readonly timeoutSeconds?: number | undefined;
};

type PathArguments<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...PathArguments<Rest>] : [];

type Body<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends { readonly content: infer Content }
    ? Content[keyof Content]
    : never;

/** The query of an operation. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

type QueryArgument<Id extends OperationId> = [Query<Id>] extends [never]
  ? []
  : { readonly [name: string]: never } extends Query<Id>
    ? [query?: Query<Id>]
    : [query: Query<Id>];

type Input<Id extends OperationId> = [Body<Id>] extends [never]
  ? QueryArgument<Id>
  : undefined extends operations[Id]['requestBody']
    ? [body?: Body<Id>]
    : [body: Body<Id>];

/** The arguments of an operation: those of its path, then its body or its query, then the options of the call. */
export type Arguments<Id extends OperationId> = [
  ...PathArguments<Route<Id>>,
  ...Input<Id>,
  options?: CallOptions | undefined,
];

type Contents<Responses> = Responses extends { readonly content: infer Content } ? Content[keyof Content] : null;

/** The answer of an operation in the view of a partner, or of a person: each is spared the other's. */
export type Answer<Id extends OperationId, Other extends 'partner' | 'person'> = Exclude<
  Contents<operations[Id]['responses'][keyof operations[Id]['responses']]>,
  { readonly view: Other }
>;

/** An operation as a partner calls it. */
export type PartnerMethod<Id extends OperationId> = (...given: Arguments<Id>) => Promise<Result<Answer<Id, 'person'>>>;

/** An operation as the browser of a person calls it. */
export type PersonMethod<Id extends OperationId> = (...given: Arguments<Id>) => Promise<Result<Answer<Id, 'partner'>>>;
