/// <reference path="../pb_data/types.d.ts" />

// PocketBase comes with a collection `users` in which anybody may sign up. Only the service itself signs in to the
// record database, so the collection is closed. It is not deleted, so that the migration can be reverted and nothing of
// an operator's is lost.
const rules = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'authRule', 'manageRule'];

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    for (const rule of rules) users[rule] = null;
    users.passwordAuth.enabled = false;
    users.otp.enabled = false;
    users.oauth2.enabled = false;
    app.save(users);
  },
  (app) => {
    const own = 'id = @request.auth.id';
    const users = app.findCollectionByNameOrId('users');
    users.listRule = own;
    users.viewRule = own;
    users.createRule = '';
    users.updateRule = own;
    users.deleteRule = own;
    users.authRule = '';
    users.passwordAuth.enabled = true;
    app.save(users);
  },
);
